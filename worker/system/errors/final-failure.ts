/** A failure that every further try would meet again. A job that throws it is given up at once. */
export class FinalFailure extends Error {
  override readonly name = 'FinalFailure'
}
