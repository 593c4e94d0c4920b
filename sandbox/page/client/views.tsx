import type { View } from '../../slack/client/seen.ts';
import { Blocks, valuesIn } from './blocks.tsx';
import { useClient } from './client.ts';
import { Dialog } from './dialog.tsx';

/** The app's Home tab; empty until the app published one. */
export function Home({ view }: { readonly view: View | null }) {
  const { status } = useClient();
  return (
    <>
      <h2>Backup Status</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className="log" aria-label="Home" tabIndex={0}>
        {view ? (
          <form onSubmit={(event) => event.preventDefault()}>
            <Blocks blocks={view.blocks} place={{ in: 'home' }} />
          </form>
        ) : (
          <p className="muted">The app has not published a Home yet.</p>
        )}
      </section>
      <p role="status" className="status">
        {status}
      </p>
    </>
  );
}

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
          <Blocks blocks={view.blocks} place={{ in: 'modal' }} view={view} />
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
