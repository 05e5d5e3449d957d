import type { ServicePage } from '../../../worker/contract/applets/browse.ts'
import { STEP_SEGMENTS, type StepKind } from '../../../worker/contract/connections/service.ts'

type PageStep = ServicePage['steps'][number]
type IdeaStep = Pick<PageStep, 'module_name' | 'kind' | 'slug' | 'name' | 'phrase'>
type AppletIdea = { trigger: IdeaStep; action: IdeaStep; path: string }

/** Steps of our own services, which need no account: they go with anything. */
const ACTIONS: readonly IdeaStep[] = [
  {
    module_name: 'notifications',
    kind: 'action',
    slug: 'send',
    name: 'Send a notification',
    phrase: 'send a notification',
  },
  { module_name: 'email', kind: 'action', slug: 'send_me', name: 'Send me an email', phrase: 'send yourself an email' },
  {
    module_name: 'email',
    kind: 'action',
    slug: 'add_to_digest',
    name: 'Add to my daily digest',
    phrase: 'add a line to your daily digest',
  },
]
const TRIGGERS: readonly IdeaStep[] = [
  { module_name: 'schedule', kind: 'trigger', slug: 'every_day', name: 'Every day at', phrase: 'every day' },
  { module_name: 'button', kind: 'trigger', slug: 'pressed', name: 'Button pressed', phrase: 'you press a button' },
  {
    module_name: 'webhooks',
    kind: 'trigger',
    slug: 'web_request',
    name: 'Receive a web request',
    phrase: 'a web request arrives',
  },
]
const OF_EACH_KIND = 3

/** Applets that one could make with a service: its first triggers and actions, each with a step of ours. */
export function appletIdeas(module_name: string, steps: readonly PageStep[]): AppletIdea[] {
  const others = (list: readonly IdeaStep[]) => list.filter((step) => step.module_name !== module_name)
  const ofKind = (kind: StepKind) => steps.filter((step) => step.kind === kind).slice(0, OF_EACH_KIND)
  return [
    ...ofKind('trigger').flatMap((trigger, at) => idea(trigger, pick(others(ACTIONS), at))),
    ...ofKind('action').flatMap((action, at) => idea(pick(others(TRIGGERS), at), action)),
  ]
}

function pick(list: readonly IdeaStep[], at: number): IdeaStep | undefined {
  return list[at % list.length]
}

function idea(trigger: IdeaStep | undefined, action: IdeaStep | undefined): AppletIdea[] {
  if (!trigger || !action) return []
  const query = new URLSearchParams({ trigger: stepId(trigger), action: stepId(action) })
  return [{ trigger, action, path: `/create?${query}` }]
}

function stepId({ module_name, kind, slug }: IdeaStep): string {
  return `${module_name}/${STEP_SEGMENTS[kind]}/${slug}`
}
