import { saveNews, unsaveNews } from '@signet/contract/news'
import type { Page } from '@signet/contract/wire'
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useCompany } from '../../session/company.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { snackbar, toast } from '../../ui/feedback/toasts.ts'
import { t } from './words.ts'
import { newsItemQuery, type NewsItem } from './news.api.ts'

/** Keeps a piece of news for the reader, or no longer; it changes at once and goes back when the server refuses. */
export function SaveNews({ item }: { item: NewsItem }) {
  const client = useQueryClient()
  const company = useCompany()
  const [isBusy, setIsBusy] = useState(false)
  // What is no longer saved stays in the list until it is read anew, so that a slip can be taken back.
  const show = (isSaved: boolean) => {
    const changed = (old: NewsItem) => (old.id === item.id ? { ...old, isSaved } : old)
    client.setQueryData(newsItemQuery(company, item.id).queryKey, (old) => old && changed(old))
    client.setQueriesData<Page<NewsItem>>(
      { queryKey: [company, 'news', 'list'] },
      (old) => old && { ...old, items: old.items.map(changed) },
    )
  }
  const change = async () => {
    const isSaved = !item.isSaved
    setIsBusy(true)
    show(isSaved)
    const asked = { params: { newsId: item.id }, query: { company } }
    try {
      await (isSaved ? call(saveNews, asked) : call(unsaveNews, asked))
      toast(isSaved ? t('saved') : t('noLongerSaved'))
      // The other lists, which are not in view, are read again when they are.
      void client.invalidateQueries({ queryKey: [company, 'news', 'list'], refetchType: 'none' })
    } catch (error) {
      show(!isSaved)
      snackbar(t('titleWasNotChangedReason', { title: item.title, reason: errorText(error) }), {
        isFailure: true,
      })
    }
    setIsBusy(false)
  }
  const Icon = item.isSaved ? IconBookmarkFilled : IconBookmark
  return (
    <IconButton
      label={item.isSaved ? t('saveTitleNoLonger', { title: item.title }) : t('saveTitle', { title: item.title })}
      data-tip={item.isSaved ? t('saveNoLonger') : t('save')}
      disabled={isBusy}
      onClick={() => void change()}
    >
      <Icon size={18} stroke={1.7} aria-hidden="true" />
    </IconButton>
  )
}
