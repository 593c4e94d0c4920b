import type { View } from '../../slack/client/seen.ts';
import { Blocks, valuesIn } from './blocks.tsx';
import { useClient } from './client.ts';
import { Dialog } from './dialog.tsx';

/** The app's Home tab; empty until the app has published one. */
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
  const { act } = useClient();
  const { id, title, submit, close, blocks, errors } = view;
  return (
    <Dialog
      title={title?.text ?? ''}
      close={close?.text ?? (submit ? 'Cancel' : 'Close')}
      submit={submit?.text}
      onClose={() => void act('closeModal')}
      onSubmit={(form) => void act('submit', valuesIn(form))}
    >
      <Blocks key={id} blocks={blocks} place={{ in: 'modal' }} errors={errors} />
    </Dialog>
  );
}
