import type { View } from '../../../slack/client/seen.ts';
import { Blocks } from '../block-kit/blocks.tsx';
import { Dialog } from '../block-kit/dialog.tsx';
import { valuesIn } from '../block-kit/values-in.ts';
import { useClient } from '../hooks/use-client.ts';

/** The modal on top. */
export function Modal({ view }: { readonly view: View }) {
  const { act, status } = useClient();
  const close = () => void act({ kind: 'close-modal' });
  return (
    <Dialog title={view.title?.text ?? ''} onClose={close}>
      <form
        key={view.id}
        onSubmit={(event) => {
          event.preventDefault();
          void act({ kind: 'submit', values: valuesIn(event.currentTarget) });
        }}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
        <section className="dialog-body" tabIndex={0} aria-label="Content">
          <Blocks
            blocks={view.blocks}
            place={{ in: 'modal' }}
            errors={view.errors}
            values={view.state.values}
          />
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
