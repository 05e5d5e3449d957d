import type { DeletionOffer } from '../../contract/accounts/account-deletion.ts'

/**
 * The parts that higher rooms have in an account. Users and billing stand below those rooms, so they call them through the
 * context. Each room has its part in one file, which app/context/make-ctx.ts puts in.
 */
export type AccountParts<Ctx> = {
  plan: PlanPart<Ctx>
  runner: RunnerPart<Ctx>
  connections: ConnectionsPart<Ctx>
}

/** The plan and its money at Stripe. Each throws what Stripe's client throws, and can be repeated. */
export type PlanPart<Ctx> = {
  /** Where Stripe does not answer, money is unknown. */
  readPlanInOffer(ctx: Ctx, user_id: string): Promise<PlanInOffer>
  setPlanToEnd(ctx: Ctx, payer: Payer, deletion: PlanDeletion): Promise<void>
  endOfPlanInWords(
    ctx: Ctx,
    payer: Payer & { timezone: string | null },
    deletion: PlanDeletion,
  ): Promise<PlanEndInWords>
  letPlanRenew(ctx: Ctx, payer: Payer, deletion: PlanDeletion): Promise<void>
  planGoesOnInWords(ctx: Ctx, user_id: string): Promise<string[]>
  /** Returns false while money is under way. `lastTry` waits for no mail about it. */
  endBilling(ctx: Ctx, payer: Payer, given: { lastTry: boolean; due_at: number }): Promise<boolean>
  sectionsOf(ctx: Ctx, payer: Payer): DownloadSection[]
}

/** The Runner, with what it keeps. */
export type RunnerPart<Ctx> = {
  /** After the answer, tells the Runner what has changed for it in D1. */
  deferSync(ctx: Ctx, user_id: string): void
  /** Waits until nothing more of these Applets begins. Returns false if the Runner does not answer in time. */
  stopRuns(ctx: Ctx, user_id: string, applet_ids: readonly number[]): Promise<boolean>
  refreshRunCounts(ctx: Ctx, user_id: string): Promise<void>
  forgetRunner(ctx: Ctx, user_id: string): Promise<void>
  sectionsOf(ctx: Ctx, user_id: string): DownloadSection[]
}

/** The connected accounts, with their grants at services. */
export type ConnectionsPart<Ctx> = {
  /** The services where something has to be undone in their own way when an account is deleted. */
  modulesToUndo: readonly string[]
  /** After the batch that deleted them. Never throws: the schedule tries again. */
  revokeGrants(ctx: Ctx, account_ids: readonly string[]): Promise<void>
  /** Returns false if more are left. */
  forgetAccounts(ctx: Ctx, user_id: string): Promise<boolean>
}

export type Payer = { id: string; stripe_customer_id: string | null }
/** The subscription that a deletion ends and the schedule that it releases, by their ids at Stripe. `due_at`: ms. */
export type PlanDeletion = { ends_subscription: string | null; booked_schedule: string | null; due_at: number }
export type PlanInOffer = Omit<DeletionOffer, 'login' | 'email' | 'published_applets'>

/** `store`: who bills the plan, if a store does. */
export type PlanEndInWords = { plan: EndingPlan | null; refund: readonly string[]; store: string | null }
/**
 * The plan as Stripe bills it, after it was set to end: its name, and its own last day, in words; null if it has ended.
 * `no_more_charges`: how a sentence about its end goes on.
 */
export type EndingPlan = { name: string; last_day: string | null; before_account: boolean; no_more_charges: string }

/** A list of the file that users download, read a portion at a time. `after`: what the portion before has given as `next`. */
export type DownloadSection = {
  name: string
  read(after: string | null): Promise<{ rows: readonly object[]; next: string | null }>
}
