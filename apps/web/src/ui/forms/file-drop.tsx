import { fileTypes, type FileType } from '@signet/contract/threats/file-types'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import { sizeLimit } from '../../format/numbers/size-limit.ts'
import { t } from './words.ts'
import { Inline, Text } from '../layout/parts.tsx'
import { phone, useMedia } from '../layout/use-media.ts'
import css from './file-drop.module.css'

export interface FileRule {
  types: readonly FileType[]
  /** Maximum size of each file in bytes. */
  maxBytes: number
  maxFiles?: number | undefined
  /** The extensions to name. Default: the first one of each type. */
  extensions?: readonly string[]
}

/**
 * Why files can't be added: too many, too large, or of another type; `null` when they can.
 *
 * @param already the number of files added before
 */
function fileProblem(files: readonly File[], rule: FileRule, already = 0) {
  const { types, maxBytes, maxFiles = 1 } = rule
  if (files.length + already > maxFiles) {
    return maxFiles === 1 ? t('oneFileAtATime') : t('tooManyFiles', { n: maxFiles })
  }
  const big = files.find(({ size }) => size > maxBytes)
  if (big) return t('fileTooLarge', { name: big.name, size: sizeLimit(maxBytes) })
  const known = endingsOf(types)
  // The server checks the content. This check only avoids an unnecessary upload.
  const other = files.find(({ name }) => !known.some((ending) => name.toLowerCase().endsWith(`.${ending}`)))
  return other ? t('fileTypeNotSupported', { name: other.name, types: typeNames(rule) }) : null
}

const typeNames = ({ types, extensions }: FileRule): string =>
  (extensions ?? types.map((type) => fileTypes[type][0])).join(', ')

const endingsOf = (types: readonly FileType[]): string[] => types.flatMap((type) => [...fileTypes[type]])

/** Takes files from a button or by drag and drop, and shows the allowed sizes and types. */
export function FileDrop({
  label,
  rule,
  taken = 0,
  isBusy = false,
  onFiles,
}: {
  /** The label of the button, e.g. `Add a file`. */
  label: string
  rule: FileRule
  /** The number of files already selected. */
  taken?: number
  isBusy?: boolean
  onFiles: (files: File[]) => void
}) {
  const isPhone = useMedia(phone)
  const [isOver, setIsOver] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length === 0 || isBusy) return
    const found = fileProblem(files, rule, taken)
    setProblem(found)
    if (!found) onFiles(files)
  }
  return (
    <div>
      {/* Drag and drop is an additional way for pointer users; the button does the same. */}
      <Inline
        gap={3}
        pad={3}
        wrap
        className={`${css.drop} choice`}
        data-over={isOver || undefined}
        data-busy={isBusy || undefined}
        role="presentation"
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setIsOver(false)
          take(event.dataTransfer.files)
        }}
      >
        <label className="control">
          <IconPaperclip size={16} stroke={1.7} aria-hidden="true" />
          {isBusy ? t('uploading') : label}
          <input
            type="file"
            className="visually-hidden"
            multiple={(rule.maxFiles ?? 1) > 1}
            accept={endingsOf(rule.types)
              .map((ending) => `.${ending}`)
              .join(',')}
            disabled={isBusy}
            onChange={(event) => {
              take(event.target.files)
              // Reset, so that the same file can be selected again.
              event.target.value = ''
            }}
          />
        </label>
        <Text basis={200} size="meta" tone="faint">
          {t(isPhone ? 'takenTypes' : 'orDropHere', {
            n: rule.maxFiles ?? 1,
            types: typeNames(rule),
            size: sizeLimit(rule.maxBytes),
          })}
        </Text>
      </Inline>
      {problem ? (
        <Text as="p" size="meta" tone="danger" above={1} role="alert">
          {problem}
        </Text>
      ) : null}
    </div>
  )
}
