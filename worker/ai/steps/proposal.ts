import type { DraftCondition } from '../../contract/drafts/draft.ts'

/** A step that was chosen for a sentence, with its fields by slug. */
export type ProposedStep = { id: string; fields: Record<string, string> }

/**
 * The Applet that a sentence asks for, as far as it was understood. `unmet`: the parts that no step can do, in the
 * words of the sentence.
 */
export type Proposal = {
  trigger: ProposedStep | null
  queries: ProposedStep[]
  conditions: { match: 'all' | 'any'; conditions: DraftCondition[] } | null
  actions: ProposedStep[]
  unmet: string[]
}
