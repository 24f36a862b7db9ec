"""What is computed, held against MuJoCo 3.8.0 and against mechanics."""
