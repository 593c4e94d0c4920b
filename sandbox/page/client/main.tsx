// The client draws what the page's server says each person sees, and hands what they do back to it.
// It must never know the bot, nor keep anything of the workspace itself: every message and view comes from the server.

import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
