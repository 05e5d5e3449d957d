import { Button } from '../../ui/button/button.tsx'
import type { Removed } from './use-removal.ts'

type Props = { removed: Removed | null; said: string; onUndo: (removed: Removed) => void }

/** Says what was taken away and offers to undo that; else what only screen readers are told. */
export function RemovedNotice({ removed, said, onUndo }: Props) {
  return (
    <output className={removed ? 'removed' : 'visually-hidden'}>
      {removed ? (
        <>
          {removed.words}{' '}
          <Button id="undo" kind="quiet" size="small" onClick={() => onUndo(removed)}>
            Undo
          </Button>
        </>
      ) : (
        said
      )}
    </output>
  )
}
