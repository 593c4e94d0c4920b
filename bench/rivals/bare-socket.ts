// The limit in Socket Mode: one WebSocket, an acknowledgement for each envelope.
import WebSocket from 'ws';

const { SLACK_API_URL, SLACK_APP_TOKEN } = process.env;

const opened = await fetch(`${SLACK_API_URL}apps.connections.open`, {
  method: 'POST',
  headers: {
    authorization: `Bearer ${SLACK_APP_TOKEN}`,
    'content-type': 'application/x-www-form-urlencoded',
  },
});
const { url } = (await opened.json()) as { url: string };
const socket = new WebSocket(url);
socket.on('message', (data) => {
  const { envelope_id, payload } = JSON.parse(String(data));
  if (envelope_id === undefined) return;
  const answer = { response_type: 'ephemeral', text: `hello ${payload.user_id}, ${payload.text}` };
  socket.send(JSON.stringify({ envelope_id, payload: answer }));
});
