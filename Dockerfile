# The command, the Python package, and a driver that draws without a graphics card.
#
#   docker build -t ferrodyn .
#   docker run --rm -v "$PWD:/data" ferrodyn ferrodyn check /data/robot.xml
#   docker run --rm -v "$PWD:/data" ferrodyn python /data/train.py
#
# A wheel in dist/ that fits the machine is taken as it is; without one, it is built here.

FROM rust:1.95-slim-bookworm AS wheel
RUN apt-get update && apt-get install -y --no-install-recommends python3-venv && rm -rf /var/lib/apt/lists/* \
    && python3 -m venv /venv && /venv/bin/pip install --no-cache-dir "maturin>=1.16,<2"
WORKDIR /ferrodyn
COPY . .
RUN mkdir /wheels \
    && if ls dist/ferrodyn-*-abi3-manylinux*"$(uname -m)".whl >/dev/null 2>&1; \
       then cp dist/ferrodyn-*-abi3-manylinux*"$(uname -m)".whl /wheels; \
       else RUSTFLAGS="--remap-path-prefix=/usr/local/cargo=/cargo" \
            /venv/bin/maturin build --release --locked -m crates/python/Cargo.toml --out /wheels \
            && /venv/bin/python -m tools.release.wheels finish /wheels/*.whl; fi

FROM python:3.12-slim-bookworm
LABEL org.opencontainers.image.source="https://github.com/ferrodyn/ferrodyn" \
      org.opencontainers.image.description="MuJoCo 3.8 physics, rewritten in Rust" \
      org.opencontainers.image.licenses="Apache-2.0 OR MIT"
RUN apt-get update && apt-get install -y --no-install-recommends mesa-vulkan-drivers && rm -rf /var/lib/apt/lists/*
COPY --from=wheel /wheels /wheels
RUN pip install --no-cache-dir /wheels/*.whl && rm -r /wheels && useradd --create-home ferrodyn
USER ferrodyn
WORKDIR /home/ferrodyn
CMD ["ferrodyn", "--help"]
