import type { DrawOptions } from '../draw/canvas.ts';
import { drawView } from '../draw/draw-view.ts';
import type { View } from '../slack/client/seen.ts';
import { withStanding } from '../slack/state/elements.ts';

/** A modal with what stands in its inputs, which is not always what the app put there. */
export const drawModal = (modal: View, options: DrawOptions): string =>
  drawView({ ...modal, blocks: withStanding(modal.blocks, modal.state.values) }, options);
