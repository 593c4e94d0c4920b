import type { ConfirmationDialog } from '@slack/types';
import { Dialog } from './dialog.tsx';
import { Drawn } from './drawn.tsx';

interface ConfirmDialogProps {
  readonly dialog: ConfirmationDialog;
  readonly onAnswer: (isConfirmed: boolean) => void;
}

/** Asks before something is done, in the app's own words. */
export function ConfirmDialog({ dialog, onAnswer }: ConfirmDialogProps) {
  const { title, text, confirm, deny, style = 'primary' } = dialog;
  return (
    <Dialog title={title?.text ?? 'Are you sure?'} onClose={() => onAnswer(false)}>
      <div className="dialog-body">
        <Drawn blocks={[{ type: 'section', text }]} />
      </div>
      <div className="dialog-foot">
        <button type="button" className="button" onClick={() => onAnswer(false)}>
          {deny?.text ?? 'Cancel'}
        </button>
        <button type="button" className={`button ${style}`} onClick={() => onAnswer(true)}>
          {confirm?.text ?? 'Yes'}
        </button>
      </div>
    </Dialog>
  );
}
