import { type Choice, choose } from './choose.ts';
import { entryFor } from './fill-in.ts';
import { findOnScreen, type PressTarget, type Spot, type Surface } from './find-on-screen.ts';

/** An element on the screen and what is done with it. */
export interface Use {
  readonly spot: Spot;
  readonly choice: Choice;
}

/** Pressing a button, or choosing an option. Throws when it is not there, or when using it sends nothing. */
export function pressOn(surfaces: readonly Surface[], target: PressTarget): Use {
  const spot = findOnScreen(surfaces, target);
  if (!spot.placed.isDispatching || spot.placed.type.endsWith('_input')) {
    throw new Error(`${target.actionId} is not for pressing: type into it, or submit the modal`);
  }
  return { spot, choice: choose(spot.placed, target) };
}

/** Typing and pressing Enter. Throws when it is not there, or when that sends nothing. */
export function typeInto(surfaces: readonly Surface[], target: PressTarget, text: string): Use {
  const spot = findOnScreen(surfaces, target);
  if (!spot.placed.isDispatching || !spot.placed.type.endsWith('_input')) {
    throw new Error(`typing into ${target.actionId} sends nothing by itself`);
  }
  const entry = entryFor(spot.placed, text);
  return { spot, choice: { entry, action: { value: entry.value } } };
}
