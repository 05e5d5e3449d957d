/** Both Workers as one: tests in workerd look into Durable Objects, which must then run where the tests do. */
export * from '../app/runner/index.ts'
export { default } from '../app/index.ts'
