import type { StepKind } from '../connections/service.ts'
import type { Applet, AppletStep, AppletStepKind } from './applet.ts'

/**
 * The ids of the steps that are no service's. An Applet has at most one of each; services' steps have ids from 0, which
 * they keep when they are moved and which are never given again.
 */
export const FILTER_ID = -1
export const WAIT_ID = -2

/** The steps of one kind, in their order. */
export function stepsOfKind<Step extends { kind: AppletStepKind }, Kind extends Step['kind']>(
  steps: readonly Step[],
  kind: Kind,
): Extract<Step, { kind: Kind }>[] {
  return steps.filter((step): step is Extract<Step, { kind: Kind }> => step.kind === kind)
}

/** All steps of services of an Applet as pages get it (§3), in the order in which they run. */
export function stepsOfApplet(applet: Applet): AppletStep[] {
  const { applet_trigger, other_triggers, applet_queries, applet_actions } = applet
  return [...(applet_trigger ? [applet_trigger] : []), ...other_triggers, ...applet_queries, ...applet_actions]
}

/** The Applet has a trigger and an action (§2.1 Publish). */
export function isComplete(applet: Applet): boolean {
  const kinds = new Set(stepsOfApplet(applet).map(({ kind }) => kind))
  return kinds.has('trigger') && kinds.has('action')
}

/** The steps of services, in their order. */
export function stepsOfServices<Step extends { kind: AppletStepKind }>(
  steps: readonly Step[],
): Extract<Step, { kind: StepKind }>[] {
  return steps.filter((step): step is Extract<Step, { kind: StepKind }> => isOfService(step))
}

/** Whether the step is a service's, and not the Applet's own. */
export function isOfService<Step extends { kind: AppletStepKind }>(
  step: Step,
): step is Extract<Step, { kind: StepKind }> {
  const kind: AppletStepKind = step.kind
  switch (kind) {
    case 'trigger':
    case 'query':
    case 'action':
      return true
    case 'filter':
    case 'wait':
      return false
  }
}
