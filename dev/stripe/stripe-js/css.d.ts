/** Vite turns a style sheet that is imported so into its text. */
declare module '*.css?inline' {
  const css: string
  export default css
}
