#!/usr/bin/env bash
# The job array of docs/recording.md under a real Slurm on the loopback, without a GPU: four tasks, one of them killed in
# the middle and put back into the queue. Merged they hold what one run holds.
# Usage: slurm_test.sh SOURCE_FOLDER SPILLWAY SAME_RECORDINGS
set -uo pipefail

source_folder=$1 spillway=$2 same_recordings=$3
servers=$source_folder/build/test-servers
work=$(mktemp -d)
experiment=slow
daemons=()

# Ends what was started here, the tasks first.
clean_up() {
    local daemon
    command -v scancel >/dev/null && [[ -e $work/slurm.conf ]] && timeout 5 scancel --user="$(id -un)" >/dev/null 2>&1
    for daemon in "${daemons[@]}"; do kill "$daemon" 2>/dev/null; done
    wait
    rm -rf "$work"
}
trap clean_up EXIT

skip() {
    echo "skipped: $*"
    exit 77
}
fail() {
    echo "FAILED: $*"
    tail -n 20 "$work"/*.log "$work"/out-* 2>/dev/null
    exit 1
}

# until_true SECONDS COMMAND...
until_true() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        ((SECONDS < end)) || return 1
        read -r -t 0.1 <> <(:) || true
    done
}

# find_program NAME...: the first that is there, of those that scripts/setup.sh unpacked or of this system.
find_program() {
    local name folder
    for name in "$@"; do
        for folder in "$servers"/usr/{sbin,bin} /usr/{sbin,bin}; do
            [[ -x $folder/$name ]] && printf '%s\n' "$folder/$name" && return 0
        done
    done
    return 1
}

find_slurm() {
    slurmctld=$(find_program slurmctld-wlm slurmctld) && slurmd=$(find_program slurmd-wlm slurmd) &&
        slurmstepd=$(find_program slurmstepd-wlm slurmstepd) && find_program sbatch >/dev/null ||
        skip "there is no Slurm here: ./test.sh unpacks one where packages can be fetched"
    if [[ $slurmctld == "$servers"/* ]]; then
        libraries=$(echo "$servers"/usr/lib/*-linux-gnu)
        export LD_LIBRARY_PATH=$libraries:$libraries/slurm-wlm
        PATH=$servers/usr/bin:$PATH
        plugins=PluginDir=$libraries/slurm-wlm
    fi
}

# A cluster of this machine alone, run by the present user, that trusts whoever comes over the loopback.
configure() {
    local user machine
    user=$(id -un) machine=$(hostname -s)
    mkdir -p "$work/state" "$work/spool"
    cat >"$work/slurm.conf" <<END
ClusterName=spillway
SlurmctldHost=$machine(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/none
CredType=cred/none
SlurmctldPort=$((20000 + RANDOM % 10000))
SlurmdPort=$((30000 + RANDOM % 2000))
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
${plugins:-}
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
KillWait=2
ReturnToService=2
NodeName=$machine NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES State=UP
END
    export SLURM_CONF=$work/slurm.conf
}

node_is_idle() { [[ $(timeout 5 sinfo -h -o %T 2>/dev/null) == idle ]]; }

start_slurm() {
    find_slurm
    configure
    "$slurmctld" -D >"$work/slurmctld.log" 2>&1 &
    daemons+=($!)
    "$slurmd" -D -N "$(hostname -s)" -d "$slurmstepd" >"$work/slurmd.log" 2>&1 &
    daemons+=($!)
    until_true 15 node_is_idle ||
        skip "Slurm does not start in this sandbox: $(grep -hE 'error|fatal' "$work"/slurm*.log | head -n 1)"
}

# Forty kernels, each with enough to compile that a task can be met in its middle.
make_experiment() {
    mkdir -p "$work/catalogue/$experiment"
    cat >"$work/catalogue/$experiment/experiment.json" <<END
{"name": "$experiment", "title": "Slow", "question": "When is it done?", "topic": "Tests", "x_axis": "n",
 "parameters": [{"name": "n", "range": [1, 40], "initial": 1}],
 "buffers": [{"name": "out", "element": "float", "count": "elements", "output": true}],
 "arguments": [{"buffer": "out"}], "work": {"bytes_moved": "4 * elements"},
 "recording": [{"axes": {"n": {"first": 1, "last": 40}}}],
 "variants": [{"name": "only", "entry": "slow<{n}>"}]}
END
    cat >"$work/catalogue/$experiment/kernel.cu" <<'END'
template <int N> __global__ void slow(float* out)
{
    float values[64];
#pragma unroll
    for (int i = 0; i < 64; ++i) values[i] = out[i * N + threadIdx.x];
#pragma unroll
    for (int round = 0; round < 24; ++round)
#pragma unroll
        for (int i = 0; i < 64; ++i) values[i] = values[i] * values[(i * 7 + round) % 64] + N;
#pragma unroll
    for (int i = 0; i < 64; ++i) out[i * N + threadIdx.x] = values[i];
}
END
    echo '# Slow' >"$work/catalogue/$experiment/lesson.md"
}

# The script of the page, for four tasks of one core without a GPU.
make_job() {
    sed -n '/^#!\/bin\/bash$/,/^```$/p' "$source_folder/docs/recording.md" | sed '/^```$/d' |
        sed -e 's/--array=0-7/--array=0-3/' -e '/--gres/d' -e 's/--cpus-per-task=8/--cpus-per-task=1/' \
            -e "s|^spillway record|'$spillway' record $experiment --compile-only --gpu h200 --catalogue '$work/catalogue' --trust|" >"$work/job.sh"
    grep -q -- '--array=0-3' "$work/job.sh" && grep -q "record $experiment" "$work/job.sh" &&
        grep -q -- '--requeue' "$work/job.sh" || fail "docs/recording.md has no such job any more"
}

# As many bytes as a recording has only once results are in it.
has_begun() { [[ -s $work/part-1.spillway && $(stat -c %s "$work/part-1.spillway") -gt $1 ]]; }
header_bytes() { stat -c %s "$work/part-1.spillway" 2>/dev/null || echo 0; }
task_waits() { [[ $(timeout 5 squeue -h -r -j "${job}_1" -o %T 2>/dev/null) == PENDING ]]; }
queue_is_empty() { [[ -z $(timeout 5 squeue -h 2>/dev/null) ]]; }

run_array() {
    cd "$work" || exit 1
    # Nothing that shipped or was compiled before: a task has to last until it is killed.
    export XDG_CACHE_HOME=$work/cache SPILLWAY_REPORTS=none SPILLWAY_NVDISASM=none
    job=$(sbatch --parsable --open-mode=append -o 'out-%a' job.sh) || fail "sbatch refused the job"
    until_true 30 has_begun 0 || fail "task 1 recorded nothing"
    until_true 30 has_begun "$(header_bytes)" || fail "task 1 recorded nothing more"
    scontrol requeue "${job}_1" || fail "task 1 could not be put back into the queue"
    until_true 20 task_waits || fail "task 1 is not in the queue again"
    # Slurm lets a task that was put back wait for two minutes.
    scontrol update "JobId=${job}_1" StartTime=now || fail "task 1 could not be let go"
    until_true 60 queue_is_empty || fail "the array did not end"
    grep -qE 'ends early: [1-9][0-9]* results were complete|interrupted: [1-9]' out-1 || fail "task 1 was not killed in its middle"
}

start_slurm
make_experiment
make_job
run_array
"$spillway" merge -o all.spillway part-*.spillway || fail "the parts do not merge"
"$spillway" record "$experiment" --compile-only --gpu h200 --catalogue catalogue --trust -o whole.spillway 2>whole.log || fail "one run alone"
"$same_recordings" all.spillway whole.spillway || fail "the merged recording is another"
