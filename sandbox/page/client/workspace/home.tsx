import type { View } from '../../../slack/client/seen.ts';
import { Blocks } from '../block-kit/blocks.tsx';
import { useClient } from '../hooks/use-client.ts';

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
