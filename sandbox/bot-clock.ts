// Loaded into the bot's process before the bot itself: its clock then goes as far ahead as the sandbox says.

const machineNow = Date.now.bind(Date);
let aheadMs = 0;

Date.now = () => machineNow() + aheadMs;
process.on('message', (message) => {
  aheadMs = Number(message);
});
// Listening must not keep the bot alive.
process.channel?.unref();
