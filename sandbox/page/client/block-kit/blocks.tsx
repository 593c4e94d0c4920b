import type { KnownBlock } from '@slack/types';
import type { View } from '../../../slack/client/seen.ts';
import { Drawn } from './drawn.tsx';
import { InputField } from './input-field.tsx';
import { PressElement } from './press-element.tsx';
import type { Place, Pressable } from './pressable.ts';

interface BlocksProps {
  readonly blocks: readonly KnownBlock[];
  readonly place: Place;
  /** What is wrong with the inputs, by block_id. */
  readonly errors?: Readonly<Record<string, string>>;
  /** What stands in the inputs of a view. */
  readonly values?: View['state']['values'];
}

/** Blocks top to bottom: what can be pressed or filled in by components of the page, all else by the renderer. */
export function Blocks({ blocks, place, errors = {}, values = {} }: BlocksProps) {
  const seen = new Map<string, number>();
  return blocks.map((block) => {
    // Blocks with the same id, or of the same type without one, are told apart by their order.
    const name = block.block_id ?? block.type;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return <OneBlock key={`${name} ${count}`} {...{ block, place, errors, values }} />;
  });
}

interface OneBlockProps extends Required<Omit<BlocksProps, 'blocks'>> {
  readonly block: KnownBlock;
}

function OneBlock({ block, place, errors, values }: OneBlockProps) {
  const target = (element: Pressable) => ({
    ...place,
    actionId: element.action_id ?? '',
    ...(block.block_id !== undefined && { blockId: block.block_id }),
  });
  if (block.type === 'actions') {
    return (
      <div className="actions">
        {(block.elements as readonly Pressable[]).map((element) => (
          <PressElement key={element.action_id} element={element} target={target(element)} />
        ))}
      </div>
    );
  }
  if (block.type === 'input') {
    const element = block.element as Pressable;
    const blockId = block.block_id ?? '';
    const standing = values[blockId]?.[element.action_id ?? ''];
    return <InputField {...{ block, standing }} target={target(element)} error={errors[blockId]} />;
  }
  if (block.type === 'section' && block.accessory && block.accessory.type !== 'image') {
    const { accessory, ...section } = block;
    const element = accessory as Pressable;
    return (
      <div className="section-with-accessory">
        <Drawn blocks={[section]} />
        <PressElement element={element} target={target(element)} />
      </div>
    );
  }
  return <Drawn blocks={[block]} />;
}
