import { findElements } from './elements.ts';
import { blocksOf, type Surface } from './find-on-screen.ts';

/** What a person sees, in words for someone whose wait was in vain. */
export function describeScreen(name: string, surfaces: readonly Surface[]): string {
  if (surfaces.length === 0) return `${name} sees nothing`;
  const lines = surfaces.slice(0, 20).map((surface) => {
    const buttons = findElements(blocksOf(surface)).map(({ actionId }) => actionId);
    const what =
      surface.kind === 'message' ? describeMessage(surface.message) : JSON.stringify(surface.view.content);
    return `- ${surface.place}: ${what.slice(0, 600)}${buttons.length > 0 ? ` [${buttons.join(', ')}]` : ''}`;
  });
  return `${name} sees:\n${lines.join('\n')}`;
}

const describeMessage = ({ text, visibleTo }: { text: string; visibleTo: string | undefined }) =>
  `${visibleTo === undefined ? '' : '(only for them) '}${JSON.stringify(text)}`;
