import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../../errors/app-error.ts'

/** 413 over 1 MB: far more than any event of Stripe's, and far less than what hurts (§D3.2). */
export const webhookBodyLimit = bodyLimit({
  maxSize: 1024 * 1024,
  onError: () => {
    throw new AppError('too_large')
  },
})
