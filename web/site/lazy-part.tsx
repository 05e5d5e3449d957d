import { createContext, lazy, Suspense, useContext, type ComponentType, type ReactNode } from 'react'

/** Addresses of scripts and stylesheets. */
export type Files = { scripts: readonly string[]; styles: readonly string[] }

/** The files of a part that its page does not name. Only the server has them: the browser's import brings its own. */
const PartFilesContext = createContext<(module: string) => Files>(() => ({ scripts: [], styles: [] }))
export const PartFiles = PartFilesContext.Provider

/**
 * A part of a page in a file of its own, which the server renders too. Its stylesheets come with its HTML, which waits
 * for them. `module`: its file below web/; `load` imports the same. Shows `fallback` in the browser until it has loaded.
 */
export function lazyPart<Props extends object>(
  module: string,
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
) {
  const View: ComponentType<Props> = lazy(async () => ({ default: await load() }))
  return function LazyPart(props: Props) {
    return (
      <>
        <FilesOf module={module} />
        <Suspense fallback={fallback}>
          <View {...props} />
        </Suspense>
      </>
    )
  }
}

/** Outside the part's own Suspense, so that what is around the part waits too and nothing moves. */
function FilesOf({ module }: { module: string }) {
  const { scripts, styles } = useContext(PartFilesContext)(module)
  return (
    <>
      {styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} precedence="part" />
      ))}
      {scripts.map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
    </>
  )
}
