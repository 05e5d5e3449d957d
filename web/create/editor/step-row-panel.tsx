import { useEffect } from 'react'
import { stepRow } from '../../../worker/contract/drafts/draft-addresses.ts'
import type { FoundDraftStep } from '../../../worker/contract/drafts/draft.ts'
import { arriveAtField } from '../../browser/navigation/arrival.ts'
import type { ShownStep } from '../draft/shown-draft.ts'
import { useEarlyTyping } from '../../ui/state/use-early-typing.ts'
import { stepFieldId } from '../fields/step-field-id.ts'
import { StepFields } from '../fields/step-fields.tsx'
import { OPEN_PANEL, rowButton } from '../rows/draft-row.tsx'
import type { StepRowOfDraft } from '../rows/draft-rows.ts'
import { StepAccount } from '../step/step-account.tsx'
import { StepPanel } from '../step/step-panel.tsx'
import type { Editor } from './editor.ts'

type Props = { row: StepRowOfDraft; step: ShownStep; editor: Editor }

/** The open panel of a chosen step. */
export function StepRowPanel({ row, step, editor }: Props) {
  const { data, session, page, submitted, lastEvent, forOthers, openRow, focusNext, needPlan, remove, say } = editor
  const { key } = step
  useEarlyTyping(OPEN_PANEL)
  useEffect(arriveAtField, [])
  const { change } = page

  async function replace(found: FoundDraftStep): Promise<boolean> {
    if (!(await needPlan(found.rules))) return false
    page.chooseStep(found, key)
    focusNext(rowButton(key))
    return true
  }
  function move(to: number) {
    change({ kind: 'move_step', key, to })
    openRow.follow(stepRow(row.kind, to))
    say(`${step.name} is now ${to + 1} of ${row.of}.`)
  }
  return (
    <StepPanel
      step={step}
      place={row.place}
      of={row.of}
      services={data.services}
      account={
        <StepAccount
          step={step}
          user={data.user}
          session={session}
          returnTo={`${openRow.addressOf(row.row)}#${placeToReturn(step)}`}
          onChoose={(account_slot) => change({ kind: 'choose_account', key, account_slot })}
        />
      }
      onReplace={replace}
      onAccept={() => {
        change({ kind: 'accept_step', key })
        focusNext(rowButton(key))
      }}
      onMove={move}
      onRemove={() => remove(`${step.name} was removed.`, () => change({ kind: 'remove_step', key }))}
      onDone={() => {
        openRow.open(null)
        focusNext(rowButton(key))
      }}
      onUpgrade={(rules) => void needPlan(rules)}
    >
      <StepFields
        key={`${step.module_name}/${step.slug}`}
        draft={page.draft}
        step={step}
        change={change}
        check={() => void page.check()}
        {...{ submitted, lastEvent, forOthers }}
        timeZone={data.timeZone}
      />
    </StepPanel>
  )
}

/** The id of the first field that is still to be filled in, else of the row's button. */
function placeToReturn({ key, fields }: ShownStep): string {
  const open = fields.find(({ required, asked, value }) => required && !asked && value === '')
  return open ? stepFieldId(key, open.slug) : `row-${key}`
}
