/**
 * The body of a function in PL/pgSQL as the nodes of a cluster run it.
 *
 * A trigger of a distributed table runs on a shard, where a statement about another table would start a query of the whole cluster, which
 * Citus refuses. The statements of the result name the shards next to that shard instead (`on_shards` in `shard-functions.sql`).
 *
 * @param source the body for a single server
 * @param tables the names of the distributed tables
 * @param shard what `on_shards` gets to find the shards: an expression of a relation
 * @param variables the variables and parameters that the statements contain
 */
export function onShards(
  source: string,
  tables: ReadonlySet<string>,
  shard: string,
  variables: readonly string[],
): string {
  return source
    .replaceAll(/--.*/g, '')
    .replaceAll(
      /^([ \t]*(?:begin[ \t]+)?)((return query )?(?:insert into|update|select)\b[^;]*;)/gm,
      (whole, indent: string, statement: string, query?: string) => {
        const text = statement.slice(query?.length ?? 0, -1)
        const named = namedShards(text, tables)
        if (named === text) return whole
        const { text: numbered, values } = numbers(named, variables)
        const using = values.length > 0 ? ` using ${values.join(', ')}` : ''
        return `${indent}${query ?? ''}execute on_shards(${shard}, $statement$${numbered}$statement$)${using};`
      },
    )
    .replaceAll(/\btg_table_name\b/g, () => logicalName)
}

/** A table of which this runs on a shard. */
const logicalName = String.raw`regexp_replace(tg_table_name, '_\d+$', '')`

const namedShards = (text: string, tables: ReadonlySet<string>) =>
  text.replaceAll(/\b(from|join|into|update)(\s+)(\w+)\b/g, (whole, word: string, space: string, name: string) =>
    tables.has(name) ? `${word}${space}{${name}}` : whole,
  )

/** Variables become parameters, because the text of a dynamic statement doesn't see them. */
function numbers(text: string, variables: readonly string[]): { text: string; values: string[] } {
  const values: string[] = []
  const pattern = new RegExp(String.raw`\b(?:(?:new|old)\.\w+|tg_table_name|${variables.join('|') || '(?!)'})\b`, 'g')
  const numbered = text.replaceAll(pattern, (name) => {
    if (!values.includes(name)) values.push(name)
    return `$${values.indexOf(name) + 1}`
  })
  return { text: numbered, values }
}
