import { draftPath } from '../../../worker/contract/drafts/draft-addresses.ts'
import { Button } from '../../ui/button/button.tsx'
import type { EventValues } from '../fields/step-ingredients.ts'
import { problemRow } from '../finish/finish-draft.tsx'
import type { Editor } from './editor.ts'
import { PartOnPress } from './part-on-press.tsx'

const loadPace = () => import('../pace/pace-panel.tsx').then((module) => module.PacePanel)
const loadTry = () => import('../try/try-panel.tsx').then((module) => module.TryPanel)

type Props = {
  editor: Editor
  onEvent: (values: EventValues | null) => void
  /** Its author says that others use the Applet too. Null where they have, and where no field can be asked of them. */
  onAskOthers: (() => void) | null
}

/** The parts that not every author needs: the Applet's pace, a try, and fields that each user fills in. */
export function PaceAndTry({ editor: { data, page, needPlan }, onEvent, onAskOthers }: Props) {
  const { draft, change } = page
  return (
    <div className="parts-on-press">
      <PartOnPress label="How often it may run" load={loadPace} given={{ draft, change, timeZone: data.timeZone }} />
      <PartOnPress
        label="Try it"
        load={loadTry}
        given={{
          draft,
          timeZone: data.timeZone,
          save: page.store,
          stepHref: (step) => draftPath(draft.id, problemRow(draft.doc, step)),
          onUpgrade: () => void needPlan(draft.rules),
          onEvent,
        }}
      />
      {onAskOthers === null ? null : (
        <Button kind="secondary" size="small" onClick={onAskOthers}>
          For others too? Ask each user
        </Button>
      )}
    </div>
  )
}
