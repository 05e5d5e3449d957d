/** Refusals that pages say too. They have a file of their own, because what a page imports of errors.ts brings the whole table. */
export const ACCOUNT_CHANGED = "You're now signed in to a different account. Please reload the page."
export const QUOTA_REACHED = "You've used all your Applets"
export const BILLING_UNAVAILABLE = "You can't buy a plan right now. Please try again later."
export const PLAN_NOT_SOLD = 'This plan is not sold any more.'
