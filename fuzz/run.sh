#!/usr/bin/env bash
# Runs every fuzz target for some seconds; needs a nightly toolchain and cargo-fuzz.
#
#   fuzz/run.sh             60 seconds each
#   fuzz/run.sh 720 obj png 720 seconds, only these
#
# FERRODYN_FUZZ_SEED is where random inputs begin, 0 for anywhere. Inputs that fail are kept in fuzz/artifacts, what was learned in fuzz/corpus.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

seconds="${1:-60}"
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <(cargo +nightly fuzz list)
for target in "${targets[@]}"; do
    echo "=== $target"
    cargo +nightly fuzz run --sanitizer none "$target" -- \
        -max_total_time="$seconds" -seed="$((10#${FERRODYN_FUZZ_SEED:-0}))" -timeout=10 -rss_limit_mb=1024 -max_len=65536 -verbosity=0 \
        -print_final_stats=1
done
