"""C programs that call the library inside the `mujoco` package."""
import pathlib
import shutil
import subprocess
import sys


def build(folder, name, source):
    """The program, made in a folder; None where it cannot be made, which is said."""
    compiler = shutil.which("cc")
    library = subprocess.run([sys.executable, "-c", "import mujoco; print(mujoco.__path__[0])"],
                             capture_output=True, text=True).stdout.strip()
    files = sorted(pathlib.Path(library).glob("libmujoco.so*")) if library else []
    if not compiler or not files:
        print("SKIPPED: the C program, which needs cc and the package mujoco on Linux")
        return None
    file, program = pathlib.Path(folder) / f"{name}.c", pathlib.Path(folder) / name
    file.write_text(source)
    subprocess.run([compiler, "-O2", str(file), f"-I{library}/include", str(files[0]), f"-Wl,-rpath,{library}",
                    "-o", str(program)], check=True)
    return program
