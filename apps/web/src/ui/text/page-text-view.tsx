import { Link } from '@tanstack/react-router'
import { Stack } from '../layout/parts.tsx'
import css from './page-text.module.css'
import { blocksOf, type Block, type Run } from './page-text.ts'

/** A text that a company wrote for one of its pages. */
export function PageText({ text }: { text: string }) {
  return (
    <Stack gap={3} size="long" tone="quiet" className={css.text}>
      {blocksOf(text).map((block, index) => (
        // The blocks of a text can only be identified by their position.
        // oxlint-disable-next-line react/no-array-index-key
        <BlockView key={index} block={block} />
      ))}
    </Stack>
  )
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'paragraph') {
    return (
      <p>
        <Runs runs={block.runs} />
      </p>
    )
  }
  if (block.kind === 'heading') {
    const Heading = block.level === 3 ? 'h3' : 'h2'
    return (
      <Heading>
        <Runs runs={block.runs} />
      </Heading>
    )
  }
  const List = block.kind === 'bullets' ? 'ul' : 'ol'
  return (
    <List>
      {block.items.map((runs, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <Runs runs={runs} />
        </li>
      ))}
    </List>
  )
}

function Runs({ runs }: { runs: readonly Run[] }) {
  // oxlint-disable-next-line react/no-array-index-key
  return runs.map((run, index) => <RunView key={index} run={run} />)
}

function RunView({ run }: { run: Run }) {
  if (run.kind === 'strong') return <strong>{run.text}</strong>
  if (run.kind === 'emphasis') return <em>{run.text}</em>
  if (run.kind !== 'link') return run.text
  return run.isOutside ? (
    <a href={run.href} target="_blank" rel="noreferrer">
      {run.text}
    </a>
  ) : (
    <Link to={run.href}>{run.text}</Link>
  )
}
