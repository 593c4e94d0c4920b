// Loaded into the bot's process before the bot itself (node --import): its clock runs faster by a factor.
const speed = Number(process.env.BENCH_CLOCK_SPEED ?? 1);
const machineNow = Date.now.bind(Date);
const startedAtMs = machineNow();

Date.now = () => startedAtMs + (machineNow() - startedAtMs) * speed;
