import { originalOf } from '@signet/contract/threats/file-types'
import type { File as StoredFile } from '@signet/contract/wire'
import { IconFile, IconFileText, IconPhoto } from '@tabler/icons-react'
import { fileSize } from '../../format/numbers/file-size.ts'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import css from './file-list.module.css'
import { TimeAgo } from '../../ui/text/time-text.tsx'

const icon = { size: 18, stroke: 1.7, color: 'var(--text3)', 'aria-hidden': true } as const

/** Files of a case: a name that downloads the file, its size and its age. */
export function FileList({ label, files }: { label: string; files: readonly StoredFile[] }) {
  return (
    <Stack as="ul" gap="half" className={css.files} aria-label={label}>
      {files.map(({ id, name, size, type, createdAt, href }) => (
        <Inline as="li" key={id} pad="2 0">
          {type.startsWith('image/') ? (
            <IconPhoto {...icon} />
          ) : /pdf|text/.test(type) ? (
            <IconFileText {...icon} />
          ) : (
            <IconFile {...icon} />
          )}
          <Stack as="span" gap={0}>
            <a href={originalOf(href)} download={name}>
              {name}
            </a>
            <Text as="small" tone="faint">
              {fileSize(size)} · <TimeAgo at={createdAt} />
            </Text>
          </Stack>
        </Inline>
      ))}
    </Stack>
  )
}
