import type { KnownBlock, RichTextBlock } from '@slack/types';

/** Blocks as lines for a person. Tests of wording use these; tests of shape use the blocks. */
export function drawn(blocks: readonly unknown[]): string[] {
  return (blocks as readonly KnownBlock[]).flatMap((block) => linesOf(block));
}

function linesOf(block: KnownBlock): string[] {
  switch (block.type) {
    case 'header':
      return [`# ${block.text.text}`];
    case 'rich_text':
      return block.elements.flatMap(richLines);
    case 'section':
      return [
        ...(block.text ? [`${oneLine(block.text.text)}${block.accessory ? ' […]' : ''}`] : []),
        ...(block.fields ?? []).map(({ text }) => `| ${oneLine(text)}`),
      ];
    case 'input':
      return [`? ${block.label.text}`];
    case 'context':
      return [`~ ${block.elements.map((element) => ('text' in element ? element.text : '')).join(' ~ ')}`];
    case 'actions':
      return [block.elements.map((element) => `[${'text' in element ? element.text?.text : '…'}]`).join(' ')];
    default:
      return [block.type];
  }
}

const oneLine = (text: string) => text.replaceAll('\n', ' / ');

function richLines(element: RichTextBlock['elements'][number]): string[] {
  if (element.type === 'rich_text_list') {
    return element.elements.flatMap((item) =>
      richLines(item).map((text, at) => (at ? `  ${text}` : `• ${text}`)),
    );
  }
  const texts = element.elements.map((part) => {
    if (part.type === 'date') return `<!date^${part.timestamp}^${part.format}|${part.fallback}>`;
    return 'text' in part ? part.text : `{${part.type}}`;
  });
  return texts.join('').split('\n');
}
