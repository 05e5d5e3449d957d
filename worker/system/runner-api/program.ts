import type { Entitling } from '../../contract/billing/entitling.ts'
import type { SoldPlan } from '../../contract/tiers.ts'
import type { ChosenStep, StoredFilter, WaitStep } from '../../contract/applets/applet-document.ts'
import { FILTER_ID, stepsOfServices, WAIT_ID } from '../../contract/applets/step-list.ts'
import type { StepKind } from '../../contract/connections/service.ts'

/** A service's step of the Applet's document. `fields`: the author's and the user's values together. */
export type ProgramStep<Kind extends StepKind = StepKind> = Kind extends StepKind
  ? Omit<ChosenStep<Kind>, 'account_slot'> & {
      /** As in the document. */
      id: number
      /** The account that it uses; null for a service that needs none, or where none is connected. */
      account_id: string | null
    }
  : never

/** `identity`: hex SHA-256 of user, step, fields and account; equal ones share one poll subscription. */
export type ProgramTrigger = ProgramStep<'trigger'> & { identity: string }

type ProgramFilter = { id: number; kind: 'filter'; compiled: StoredFilter }

/** A step that a run comes to after its trigger. */
export type FollowingStep = ProgramStep<'query' | 'action'> | ProgramFilter | WaitStep

/** One trigger with what follows it. An Applet has one; a dynamic connection has one for each feature. */
export type ProgramBranch = {
  /** The configuration's slug; null for a static Applet. */
  feature: string | null
  trigger: ProgramTrigger
  /** In their order: queries, the filter, the wait, actions. */
  steps: FollowingStep[]
}

/** An Applet as one user runs it, at one version. Compiled by worker/engine/runner-sync. */
export type Program = {
  applet_id: number
  version: number
  name: string
  /** A draft that is done once: what it starts on and whether an Applet is on do not matter. */
  of_draft?: true
  /** False where a plan that ended paused it: its runs are held, its hook answers 404, its polls stop. */
  running: boolean
  /** Raised whenever its user turns it on: what is present then counts as seen. In ms. */
  enabled_at: number
  /** The needs that its user's plan must meet, checked again when a run begins. */
  needs: {
    multi_action: boolean
    queries: boolean
    filter_code: boolean
    several_accounts: boolean
    plan: SoldPlan | null
  }
  branches: ProgramBranch[]
  /** SHA-256 of its hook's key (base64url), for a trigger with a hook. */
  hook_key_hash: string | null
  notify_runs: boolean
  notify_failures: boolean
  /** False for "Don't keep contents". */
  keep_contents: boolean
  /** Seconds: at most one run in that time; null without such a limit. */
  min_gap: number | null
  /** Local minutes of the day between which runs are skipped; null without quiet hours. */
  quiet: { from: number; to: number } | null
  /** ms after which its user wants to hear that nothing came; null for the Runner's own judgment. */
  expect_every: number | null
}

/** All steps of services in these branches, each trigger first. */
export function serviceSteps(branches: readonly ProgramBranch[]): ProgramStep[] {
  return branches.flatMap(({ trigger, steps }) => [trigger, ...stepsOfServices(steps)])
}

/** The module names of all services that these programs use. */
export function usedServices(programs: readonly Pick<Program, 'branches'>[]): string[] {
  const steps = serviceSteps(programs.flatMap(({ branches }) => branches))
  return [...new Set(steps.map(({ module_name }) => module_name))]
}

/** A service that is not part of the deployment: its file as it was saved. `version` rises with each change of it. */
export type ServiceFile = { module_name: string; version: number; file: string }

/** All that a Runner needs to know of its user, read from D1 in one batch. */
export type RunnerSnapshot = {
  user_id: string
  /** `wanted` of the row in `runners`: an older snapshot changes nothing. */
  wanted: number
  timezone: string
  /** The rows for `tierOf`, so that a plan that ends by time ends without a sync. */
  subscriptions: Entitling[]
  accounts: { id: string; module_name: string; name: string; status: 'connected' | 'broken' }[]
  /** SHA-256 of the user's maker key (base64url); null without one. */
  maker_key_hash: string | null
  /** "Pause everything" until then, in ms. */
  paused_until: number | null
  programs: Program[]
  /** Of the services in `programs`; those that are left out have no file. Absent from an API Worker of before. */
  service_files?: ServiceFile[]
}

/**
 * The program of one Applet as a change left it. `before` and `wanted`: those of the row in `runners` right before and
 * right after that change.
 */
export type ProgramChange = {
  before: number
  wanted: number
  applet_id: number
  /** Null where its user has it off. */
  program: Program | null
  /** Of the services in `program`; those that are left out have no file. */
  service_files: ServiceFile[]
}

type StepBefore = Omit<ProgramStep, 'id' | 'kind'> & { position: number }

/** As programs were stored before their steps were one list. */
type BranchBefore = {
  feature: string | null
  trigger: StepBefore & { identity: string }
  queries: StepBefore[]
  filter: StoredFilter | null
  wait: number
  actions: StepBefore[]
}
type ProgramBefore = Omit<Program, 'branches'> & { branches: BranchBefore[] }

/** Reads a program, also one of before. */
export function upcastProgram(stored: Program | ProgramBefore): Program {
  const branches = stored.branches.map((branch) => ('steps' in branch ? branch : upcastBranch(branch)))
  return { ...stored, branches }
}

function upcastBranch({ feature, trigger, queries, filter, wait, actions }: BranchBefore): ProgramBranch {
  const { identity, ...step } = trigger
  return {
    feature,
    trigger: { ...upcastStep('trigger')(step), identity },
    steps: [
      ...queries.map(upcastStep('query')),
      ...(filter === null ? [] : [{ id: FILTER_ID, kind: 'filter' as const, compiled: filter }]),
      ...(wait === 0 ? [] : [{ id: WAIT_ID, kind: 'wait' as const, seconds: wait }]),
      ...actions.map(upcastStep('action')),
    ],
  }
}

function upcastStep<Kind extends StepKind>(kind: Kind) {
  return ({ position, ...step }: StepBefore) => ({ id: position, kind, ...step })
}
