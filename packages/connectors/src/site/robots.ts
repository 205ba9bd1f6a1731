/** Which paths of a site robots may read. */
export type Robots = (path: string) => boolean

const linesMax = 5_000

interface Rule {
  isAllowed: boolean
  pattern: string
}

/**
 * Reads robots.txt (RFC 9309): the rules for `name`, or those for all. The longest rule that matches a path decides; of two as long, the
 * one that allows it.
 */
export function readRobots(text: string, name: string): Robots {
  const groups = new Map<string, Rule[]>()
  let agents: string[] = []
  let isInRules = false
  for (const line of text.split(/\r\n|\r|\n/).slice(0, linesMax)) {
    const [, field = '', value = ''] = /^\s*([a-z-]{1,20})\s*:\s*([^#]{0,2000})/i.exec(line) ?? []
    const rule = field.toLowerCase()
    if (rule === 'user-agent') {
      if (isInRules) agents = []
      isInRules = false
      agents.push(value.trim().toLowerCase())
    } else if (rule === 'allow' || rule === 'disallow') {
      isInRules = true
      const pattern = value.trim()
      // An empty rule forbids nothing.
      if (pattern === '') continue
      for (const agent of agents)
        groups.set(agent, [...(groups.get(agent) ?? []), { isAllowed: rule === 'allow', pattern }])
    }
  }
  const rules = groups.get(name.toLowerCase()) ?? groups.get('*') ?? []
  return (path) => {
    let best: Rule | null = null
    for (const rule of rules) {
      if (!matches(rule.pattern, path)) continue
      const longer = best === null ? 1 : rule.pattern.length - best.pattern.length
      if (longer > 0 || (longer === 0 && rule.isAllowed)) best = rule
    }
    return best?.isAllowed ?? true
  }
}

/** `*` is any text, `$` at the end is the end of the path. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...rest] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [index, part] of rest.entries()) {
    const isLast = isWhole && index === rest.length - 1
    const found = isLast ? path.length - part.length : path.indexOf(part, at)
    if (found < at || (isLast && !path.endsWith(part))) return false
    at = found + part.length
  }
  return !isWhole || rest.length > 0 || at === path.length
}
