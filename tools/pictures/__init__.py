"""Pictures as the renderer draws them, beside MuJoCo's and to be looked at."""
