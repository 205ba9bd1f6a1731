import { IconCopy } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { IconButton } from '../controls/button.tsx'
import { copyText } from '../feedback/copy-text.ts'
import { Inline, Stack } from '../layout/parts.tsx'
import { t } from '../words.ts'
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
  if (run.href.startsWith('tel:')) return <Phone href={run.href} text={run.text} />
  return run.isOutside ? (
    <a href={run.href} target="_blank" rel="noreferrer">
      {run.text}
    </a>
  ) : (
    <Link to={run.href}>{run.text}</Link>
  )
}

/** A phone number, larger than the text around it; phones call it, other devices copy it. */
function Phone({ href, text }: { href: string; text: string }) {
  return (
    <Inline as="span" is-inline gap={1} nowrap>
      <a href={href} className={`${css.phone} num`}>
        {text}
      </a>
      <IconButton label={t('copyNumber', { number: text })} onClick={() => copyText(text, text)}>
        <IconCopy size={16} stroke={1.7} aria-hidden="true" />
      </IconButton>
    </Inline>
  )
}
