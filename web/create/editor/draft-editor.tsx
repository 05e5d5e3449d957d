import { useEffect, useRef, useState } from 'react'
import type { DraftRow } from '../../../worker/contract/drafts/draft-addresses.ts'
import { labelChoice } from '../../../worker/contract/applets/choice-label.ts'
import type { FieldOption } from '../../../worker/contract/connections/service.ts'
import { isGuessed } from '../../../worker/contract/drafts/draft-steps.ts'
import type { DraftField } from '../../../worker/contract/drafts/draft.ts'
import type { EnablementRules } from '../../../worker/contract/upgrade/upgrade.ts'
import { setDocumentTitle } from '../../browser/document/browser-document.ts'
import { keepTypedAhead } from '../../browser/early-press/typed-ahead.ts'
import type { Session } from '../../site/session/session.ts'
import { lazyPart } from '../../site/lazy-part.tsx'
import { pageTitle } from '../../site/page-title.ts'
import { useSite } from '../../site/site-context.tsx'
import { NeedsScript } from '../../ui/form/needs-script.tsx'
import { keepEarlyTyping } from '../../ui/state/use-early-typing.ts'
import { SaveStatus } from '../draft/save-status.tsx'
import type { ShownStep } from '../draft/shown-draft.ts'
import { useDraft } from '../draft/use-draft.ts'
import { useOpenRow } from '../draft/use-open-row.ts'
import { DiscardDraft } from '../finish/discard-draft.tsx'
import type { EventValues } from '../fields/step-ingredients.ts'
import { FinishDraft } from '../finish/finish-draft.tsx'
import { isQuotaFull, QuotaNotice } from '../finish/quota-parts.ts'
import { useCreateApplet } from '../finish/use-create-applet.ts'
import { draftTitle } from '../naming/draft-title.ts'
import { DraftName } from '../naming/draft-name.tsx'
import { AddParts } from '../rows/add-parts.tsx'
import { OPEN_PANEL, panelControl, rowButton } from '../rows/draft-row.tsx'
import { rowName, rowsOfDraft, rowToAsk, type StepRowOfDraft } from '../rows/draft-rows.ts'
import type { CreatePageData } from './create-page-data.ts'
import { DescribeSteps } from './describe-steps.tsx'
import { EditorRow } from './editor-row.tsx'
import type { Editor } from './editor.ts'
import { followRowLink } from './follow-row-link.ts'
import { PaceAndTry } from './pace-and-try.tsx'
import { rowNameIn } from './row-name-in.ts'
import { RemovedNotice } from './removed-notice.tsx'
import { useNextFocus } from './use-next-focus.ts'
import { usePlanOfPart } from './use-plan-of-part.ts'
import { useRemoval } from './use-removal.ts'
import './draft-editor.css'

const ChooseSaid = lazyPart('create/said/choose-said.tsx', () =>
  import('../said/choose-said.tsx').then((module) => module.ChooseSaid),
)

/** Fields with a wrong value, which these panels show but do not put into the draft. */
const UNKEPT = ':is(.wait-panel, .pace-panel) [aria-invalid="true"]'

/** The draft with its rows, what may be added, and what finishes it. */
export function DraftEditor({ data, session }: { data: CreatePageData; session: Promise<Session> }) {
  const stored = useDraft(data.draft, data.origin, data.userId)
  const openRow = useOpenRow(stored.draft.id, data.origin, data.row)
  const focusNext = useNextFocus()
  useEffect(keepTypedAhead, [])
  const [said, say] = useState('')
  const { page, removed, remove, undo } = useRemoval({ page: stored, openRow, focusNext, say })
  const { draft, save, change } = page
  const title = pageTitle(draftTitle(draft), useSite().product_name)
  useEffect(() => setDocumentTitle(title), [title])
  const needPlan = usePlanOfPart(page)
  const [lastEvent, setLastEvent] = useState<EventValues | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const creating = useCreateApplet(page, {
    onIncomplete: () => focusNext('#problems'),
    unkept: () => box.current?.querySelector<HTMLElement>(UNKEPT) ?? null,
  })
  const { submitted } = creating
  const [forOthers, setForOthers] = useState(data.forOthers)
  const shared = { forOthers, submitted, lastEvent }
  const editor: Editor = { data, session, page, openRow, focusNext, needPlan, remove, say, ...shared }

  const rows = rowsOfDraft(draft, openRow.row)
  const asking = forOthers ? null : rowToAsk(rows, openRow.row)
  function askOthers({ row }: StepRowOfDraft) {
    setForOthers(true)
    if (row !== openRow.row) openRow.open(row)
    focusNext(`${OPEN_PANEL} .ask-users input`)
  }
  /** The buttons of the choice go with it. */
  function settle(choose: () => void) {
    choose()
    const open = openRow.row ? [rowButton(rowNameIn(draft.doc, openRow.row))] : []
    focusNext(...open, '.draft-row .sentence')
  }
  function takeFound({ key }: ShownStep, { slug, label, said: words }: DraftField, found: FieldOption) {
    const fields = { [slug]: found.value }
    change({ kind: 'set_fields', key, fields, labels: labelChoice(slug, found), guessed: true })
    say(`${label} is ${found.label}, for “${words}”.`)
  }
  const isEmpty = rows.every((row) => row.part === 'step' && row.step === null)
  const discard = <DiscardDraft draft={draft} flush={page.flush} />
  const describe = isEmpty ? <DescribeSteps sentence={data.sentence} /> : null

  async function add(row: DraftRow, rules: EnablementRules) {
    if (!(await needPlan(rules))) return
    if (row === 'when') await beginWhen()
    openRow.open(row)
    focusNext(panelControl(row))
  }
  async function beginWhen() {
    // Where its panel cannot be loaded, its place says so.
    const loaded = await import('../when/when-panel.tsx').catch(() => null)
    const begun = loaded?.beginConditions(draft)
    if (begun) change(begun)
  }
  return (
    // Each link works with a key too, as a click.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      ref={box}
      className="draft-editor column"
      onClickCapture={() => keepEarlyTyping(OPEN_PANEL)}
      onClick={(event) => followRowLink(event, editor)}
      onBlur={() => void page.flush()}
    >
      <NeedsScript />
      {isQuotaFull(draft.rules) ? <QuotaNotice rules={draft.rules} user={data.user} session={session} /> : null}
      <DraftName
        name={draft.doc.name}
        proposed={draft.proposed_name}
        problem={draft.problems.find(({ step }) => step === 'name')?.message ?? null}
        onName={(name) => change({ kind: 'set_name', name })}
      />
      <SaveStatus
        save={save}
        updatedAt={draft.version === 1 && isGuessed(draft.doc) ? null : draft.updated_at}
        timeZone={data.timeZone}
        onTakeTheirs={() => settle(page.takeTheirs)}
        onKeepMine={() => settle(page.keepMine)}
        onBeginAgain={() => settle(page.beginAgain)}
      />
      {describe}
      <ol className="draft-rows">
        {rows.map((row) => (
          <EditorRow key={rowName(row)} row={row} editor={editor} />
        ))}
      </ol>
      {draft.steps.some(({ fields }) => fields.some(({ said: each }) => each !== null)) ? (
        <ChooseSaid steps={draft.steps} onFound={takeFound} />
      ) : null}
      <RemovedNotice removed={removed} said={said} onUndo={undo} />
      <AddParts draft={draft} onAdd={(row, rules) => void add(row, rules)} />
      {isEmpty ? (
        draft.id === null ? null : (
          <div className="actions">{discard}</div>
        )
      ) : (
        <>
          <PaceAndTry
            editor={editor}
            onEvent={setLastEvent}
            onAskOthers={asking === null ? null : () => askOthers(asking)}
          />
          <FinishDraft draft={draft} creating={creating} session={session}>
            {discard}
          </FinishDraft>
        </>
      )}
    </div>
  )
}
