import { draftPath } from '../../../worker/contract/drafts/draft-addresses.ts'
import type { EventValues } from '../fields/step-ingredients.ts'
import { problemRow } from '../finish/finish-draft.tsx'
import type { Editor } from './editor.ts'
import { PartOnPress } from './part-on-press.tsx'

const loadPace = () => import('../pace/pace-panel.tsx').then((module) => module.PacePanel)
const loadTry = () => import('../try/try-panel.tsx').then((module) => module.TryPanel)

type Props = { editor: Editor; onEvent: (values: EventValues | null) => void }

/** The parts that not every author needs: the Applet's pace, and a try. */
export function PaceAndTry({ editor: { data, page, needPlan }, onEvent }: Props) {
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
    </div>
  )
}
