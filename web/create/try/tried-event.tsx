import type { DraftStepView } from '../../../worker/contract/drafts/draft.ts'
import type { DraftSampleResponse, TriedEvent } from '../../../worker/contract/drafts/try-draft.ts'
import { SelectField } from '../../ui/form/field.tsx'
import { NamedValues } from '../../ui/named-values/named-values.tsx'
import { eventHint, eventWords } from './event-words.ts'
import './try-panel.css'

type Props = {
  sample: DraftSampleResponse
  chosen: number
  trigger: DraftStepView | null
  timeZone: string
  stepHref: (step: string) => string
  onChoose: (index: number) => void
}

/** The event that is tried, by its ingredients; which one, where there are several. */
export function TriedEventPart({ sample, chosen, trigger, timeZone, stepHref, onChoose }: Props) {
  const { events, problem, now } = sample
  const event = events[chosen]
  if (!event) return null
  const hint = eventHint(event)
  return (
    <section className="tried-event" aria-label="The event">
      <h3>{eventWords(event, now, timeZone)}</h3>
      {problem ? (
        <p className="try-problem">
          {problem.message} <a href={stepHref(problem.step)}>Open the trigger</a>
        </p>
      ) : null}
      {hint && !problem ? <p className="quiet-text">{hint}</p> : null}
      {events.length > 1 ? (
        <SelectField
          label="Which event"
          options={events.map((each, index) => ({ label: optionWords(each, now, timeZone), value: String(index) }))}
          value={String(chosen)}
          onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
        />
      ) : null}
      <NamedValues
        values={Object.entries(event.ingredients).map(([name, value]) => ({
          name: trigger?.ingredients.find((each) => each.name === name)?.label ?? name,
          value: String(value ?? ''),
        }))}
      />
    </section>
  )
}

const OPTION_LENGTH = 60

/** When it was, and its first words. */
function optionWords(event: TriedEvent, now: number, timeZone: string): string {
  const first = Object.values(event.ingredients).find((value) => typeof value === 'string' && value !== '')
  const words = typeof first === 'string' ? first.replaceAll(/\s+/g, ' ').slice(0, OPTION_LENGTH) : ''
  return [eventWords(event, now, timeZone), words].filter(Boolean).join(': ')
}
