import type { AppletDraft, DraftCondition, DraftStep } from '../../contract/drafts/draft.ts'

/** A step that was chosen for a sentence, with its fields by slug; `said` as a draft's. */
export type ProposedStep = { id: string } & Pick<DraftStep, 'fields' | 'said'>

/** The step, for whose fields this is said too. */
export function withSaid<Step extends Pick<ProposedStep, 'said'>>(step: Step, said: Record<string, string>): Step {
  return Object.keys(said).length > 0 ? { ...step, said: { ...step.said, ...said } } : step
}

/** The Applet that a sentence asks for, as far as it was understood. */
export type Proposal = Pick<AppletDraft, 'min_gap' | 'quiet'> & {
  trigger: ProposedStep | null
  queries: ProposedStep[]
  conditions: { match: 'all' | 'any'; conditions: DraftCondition[] } | null
  /** HH:MM:SS between the trigger and the actions; null for none. */
  wait: string | null
  actions: ProposedStep[]
  /** What the draft says more exactly than the sentence, such as “evening” as 7:00 PM. */
  assumed: string[]
  /** The parts of the sentence that are not in the draft, in its own words. */
  unmet: string[]
  /** The English name of the sentence's language where it is none that is understood; then there are no steps. */
  language: string | null
}

/** A proposal of nothing. */
export const NO_PROPOSAL: Proposal = {
  trigger: null,
  queries: [],
  conditions: null,
  wait: null,
  actions: [],
  assumed: [],
  min_gap: null,
  quiet: null,
  unmet: [],
  language: null,
}
