/** All that the rest of the project knows of the stand-in. It loads in workerd too. */

export { ConnectionDropped, type FaultKind } from './control/fault-injection.ts'
export type { WalletSetting } from './control/stripe-control.ts'
export type { WebhookMode } from './control/webhook-delivery.ts'
export { createEmulator, type Emulator } from './emulator/emulator.ts'
export { testCards } from './engine/payments/stripe-test-cards.ts'
export { emptyState, type AfterVoid, type Objects, type OnceOverTrial } from './store/stripe-objects.ts'
export { serveStripeJs } from './stripe-js/serve-stripe-js.ts'
