import type { AppletDocument } from '../../contract/applets/applet-document.ts'
import type { FixedDestination, StepChange } from '../../contract/applets/fixed-destination.ts'
import { codeToConditions } from '../../contract/drafts/conditions-code.ts'
import { waitInWords } from '../../contract/drafts/wait-in-words.ts'
import { sayWhen } from '../../contract/sentences/say-condition.ts'
import { plainText } from '../../contract/shared/said-part.ts'
import { fixedDestinations, shownValue, type DescribedStep } from './fixed-destinations.ts'

/** One version of an Applet, with its steps that the catalog has. */
type AppletVersion = { document: AppletDocument; described: readonly DescribedStep[] }

/** `stored`: decides whether it has changed, and is never shown. `key`: of the field. */
type Line = { key: string; label: string; stored: string; shown: string }
type ShownStep = { id: number; step: string; lines: Line[] }

/**
 * Says step by step what another version has differently, in the order of the newer one and then what left; and which
 * of its fixed destinations are new, or get something else than before. Never has a secret.
 */
export function compareVersions(
  before: AppletVersion,
  after: AppletVersion,
): { changes: StepChange[]; destinations: FixedDestination[] } {
  const [old, now] = [shownSteps(before), shownSteps(after)]
  const oldById = new Map(old.map((step) => [step.id, step]))
  const nowById = new Map(now.map((step) => [step.id, step]))
  const known = new Set(destinationsOf(before).map(({ mark }) => mark))
  return {
    changes: [
      ...now.flatMap((step) => changesOf(oldById.get(step.id), step)),
      ...old.filter(({ id }) => !nowById.has(id)).flatMap((step) => changesOf(step, undefined)),
      ...orderChange(
        old.filter(({ id }) => nowById.has(id)),
        now.filter(({ id }) => oldById.has(id)),
      ),
    ],
    destinations: destinationsOf(after).flatMap(({ mark, shown }) => (known.has(mark) ? [] : [shown])),
  }
}

function shownSteps({ document, described }: AppletVersion): ShownStep[] {
  return document.steps.map((step): ShownStep => {
    const { id } = step
    switch (step.kind) {
      case 'filter':
        return { id, step: 'Filter code', lines: [{ key: 'code', ...shownFilter(step.code), stored: step.code }] }
      case 'wait': {
        const shown = waitInWords(step.seconds)
        return { id, step: 'Wait', lines: [{ key: 'time', label: 'Time', stored: shown, shown }] }
      }
      case 'trigger':
      case 'query':
      case 'action': {
        const known = described.find((each) => each.id === id)
        return known ? serviceStep(known) : { id, step: `${step.module_name}: ${step.slug}`, lines: [] }
      }
    }
  })
}

/** A form as its sentence, else the code. */
function shownFilter(code: string): Pick<Line, 'label' | 'shown'> {
  const when = codeToConditions(code)
  if (!when) return { label: 'Code', shown: code }
  return { label: 'Condition', shown: plainText(sayWhen(when, { ingredients: [] })) }
}

function serviceStep(step: DescribedStep): ShownStep {
  const { id, service_name, step_name, known, fields, account_slot, needs_account } = step
  const lines = known.flatMap((field): Line[] => {
    const { slug, label } = field
    const value = fields[slug]
    if (value === undefined) return [{ key: slug, label, stored: 'asked', shown: 'each user fills this in' }]
    return value === '' ? [] : [{ key: slug, label, stored: `fixed ${value}`, shown: shownValue(step, field, value) }]
  })
  const account = {
    key: ' account',
    label: 'Account',
    stored: String(account_slot),
    shown: `your account ${account_slot + 1}`,
  }
  return { id, step: `${service_name}: ${step_name}`, lines: needs_account ? [...lines, account] : lines }
}

function changesOf(before: ShownStep | undefined, after: ShownStep | undefined): StepChange[] {
  const all = [...(before?.lines ?? []), ...(after?.lines ?? [])]
  const labels = new Map(all.map(({ key, label }) => [key, label]))
  const lines = [...labels].flatMap(([key, label]) => {
    const [old, now] = [before, after].map((step) => step?.lines.find((line) => line.key === key))
    if (old?.stored === now?.stored) return []
    const isSameToSee = old !== undefined && now !== undefined && old.shown === now.shown
    return [
      { label, before: old?.shown ?? null, after: isSameToSee ? `another one: ${now.shown}` : (now?.shown ?? null) },
    ]
  })
  const step = (after ?? before)?.step ?? ''
  if (!before) return [{ step, kind: 'added', lines }]
  if (!after) return [{ step, kind: 'removed', lines }]
  return lines.length === 0 ? [] : [{ step, kind: 'changed', lines }]
}

function orderChange(before: ShownStep[], after: ShownStep[]): StepChange[] {
  if (before.every(({ id }, at) => after[at]?.id === id)) return []
  const [old, now] = [before, after].map((steps) => steps.map(({ step }) => step).join(', then '))
  return [{ step: 'All steps', kind: 'changed', lines: [{ label: 'Order', before: old ?? null, after: now ?? null }] }]
}

/** `mark`: the same where the same goes to the same place, whichever step sends it. */
function destinationsOf({ document, described }: AppletVersion) {
  return fixedDestinations(document, described).map((shown) => {
    const { key, service_name, step_name, label, value, outside, sent } = shown
    const [id = '', slug = ''] = key.split('.')
    const stored = described.find((step) => String(step.id) === id)?.fields[slug] ?? ''
    return { shown, mark: JSON.stringify([service_name, step_name, label, value, outside, sent, stored]) }
  })
}
