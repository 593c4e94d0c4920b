import type { SubmitValues } from '../../slack/fill-in.ts';
import type { View } from '../../slack/seen-view.ts';
import { Blocks } from './blocks.tsx';
import { useDesk } from './desk.ts';
import { Dialog } from './dialog.tsx';
import { nameOf } from './input-field.tsx';

/** The modal on top. */
export function Modal({ view }: { readonly view: View }) {
  const { act, status } = useDesk();
  const close = () => void act({ kind: 'close-modal' });
  return (
    <Dialog title={view.title?.text ?? ''} onClose={close}>
      <form
        key={view.id}
        onSubmit={(event) => {
          event.preventDefault();
          void act({ kind: 'submit', values: valuesIn(event.currentTarget, view) });
        }}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
        <section className="dialog-body" tabIndex={0} aria-label="Content">
          <Blocks blocks={view.blocks} place={{ in: 'modal' }} errors={view.errors} />
        </section>
        <div className="dialog-foot">
          <p role="status">{status}</p>
          <button type="button" className="button" onClick={close}>
            {view.close?.text ?? (view.submit ? 'Cancel' : 'Close')}
          </button>
          {view.submit && (
            <button type="submit" className="button primary">
              {view.submit.text}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** What stands in the inputs. A choice not made is left out; an emptied text is not. */
function valuesIn(form: HTMLFormElement, view: View): SubmitValues {
  const data = new FormData(form);
  const entries = view.blocks.flatMap((block): [string, string | string[]][] => {
    if (block.type !== 'input') return [];
    const name = nameOf(block);
    const values = data.getAll(name).map(String);
    if (block.element.type === 'checkboxes') return [[name, values]];
    const [value = ''] = values;
    return value === '' && !block.element.type.endsWith('_input') ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}
