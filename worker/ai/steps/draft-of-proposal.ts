import { draftSteps } from '../../contract/drafts/draft-steps.ts'
import { STEP_SEGMENTS, type StepKind } from '../../contract/connections/service.ts'
import { DRAFT_ACTIONS_MAX, DRAFT_QUERIES_MAX, EMPTY_DRAFT, type AppletDraft } from '../../contract/drafts/draft.ts'
import type { Proposal, ProposedStep } from './proposal.ts'

/** The draft that a proposal asks for: each step a guess, which somebody has to look at. */
export function draftOfProposal({
  trigger,
  queries,
  conditions,
  wait,
  actions,
  min_gap,
  quiet,
}: Proposal): AppletDraft {
  return {
    ...EMPTY_DRAFT,
    min_gap,
    quiet,
    steps: draftSteps({
      trigger: trigger && toStep('trigger', trigger, 0),
      queries: queries.slice(0, DRAFT_QUERIES_MAX).map((step, at) => toStep('query', step, at)),
      when: conditions ? { kind: 'form', ...conditions } : { kind: 'always' },
      wait: wait === null ? 0 : secondsOf(wait),
      actions: actions.slice(0, DRAFT_ACTIONS_MAX).map((step, at) => toStep('action', step, at)),
    }),
  }
}

function toStep<Kind extends StepKind>(kind: Kind, { id, ...filled }: ProposedStep, at: number) {
  const [module_name = '', slug = ''] = id.split(`/${STEP_SEGMENTS[kind]}/`)
  return { kind, key: `${kind}${at + 1}`, module_name, slug, account_slot: 0, ...filled, asked: [], guessed: true }
}

/** The seconds of HH:MM:SS. */
function secondsOf(wait: string): number {
  return wait.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** The catalog's ids of all its steps. */
export function stepsOfProposal({ trigger, queries, actions }: Proposal): string[] {
  return [...(trigger ? [trigger] : []), ...queries, ...actions].map(({ id }) => id)
}
