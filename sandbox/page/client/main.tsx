// The client draws what the page's server sends for each person, and posts what they do. It must never know the bot, nor
// store any message or view: all of them come from the server.

import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
