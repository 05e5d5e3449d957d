type Vars = Record<string, string>

/**
 * The stand-ins' settings with a developer's own from `.dev.vars` over them. Whose own OpenID provider it is, means that
 * one as a whole: nothing of the stand-in's may complete its settings.
 */
export function withOwn(vars: Vars, own: Vars): Vars {
  const isOidc = (name: string) => name.startsWith('OIDC_')
  const replaced = Object.keys(own).some(isOidc) ? isOidc : () => false
  const kept = Object.entries(vars).filter(([name]) => !replaced(name))
  return { ...Object.fromEntries(kept), ...own }
}
