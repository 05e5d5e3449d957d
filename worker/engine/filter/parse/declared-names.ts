type Scope = {
  lexical: Set<string>
  variables: Set<string>
  /** `var` goes no further out than a function. */
  isFunction: boolean
  /** The plain name that `catch (name)` declares, which `var` may declare again. */
  caught?: string
}

/** Finds names that are declared twice where they may not be. */
export class DeclaredNames {
  readonly #scopes: Scope[] = [{ lexical: new Set(), variables: new Set(), isFunction: true }]

  within<Parsed>(isFunction: boolean, parse: () => Parsed): Parsed {
    this.#scopes.push({ lexical: new Set(), variables: new Set(), isFunction })
    const parsed = parse()
    this.#scopes.pop()
    return parsed
  }

  /** Declares a function; directly in a function it counts as `var`. Returns whether it may be declared. */
  declareFunction(name: string): boolean {
    const isVariable = this.#scopes.length > 1 && this.#scopes.at(-1)?.isFunction
    return isVariable ? this.declareVariable(name) : this.declareLexical(name)
  }

  declareLexical(name: string): boolean {
    const scope = this.#scopes.at(-1)
    if (!scope || scope.lexical.has(name) || scope.variables.has(name)) return false
    scope.lexical.add(name)
    return true
  }

  /** Declares a parameter; two of one name are refused. */
  declareParameter(name: string): boolean {
    return !this.#scopes.at(-1)?.variables.has(name) && this.declareVariable(name)
  }

  /** Declares the plain name of `catch (name)`. */
  declareCaught(name: string): void {
    const scope = this.#scopes.at(-1)
    scope?.lexical.add(name)
    if (scope) scope.caught = name
  }

  declareVariable(name: string): boolean {
    for (const scope of this.#scopes.toReversed()) {
      if (scope.lexical.has(name) && scope.caught !== name) return false
      scope.variables.add(name)
      if (scope.isFunction) break
    }
    return true
  }
}
