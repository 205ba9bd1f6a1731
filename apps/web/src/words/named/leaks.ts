import {
  leakTypes,
  passwordKinds,
  urlTypes,
  type LeakType,
  type PasswordKind,
  type UrlType,
} from '@signet/contract/leaks/leaks'
import { nameOf } from './name-of.ts'

export const leakTypeName = (type: LeakType): string => nameOf('leakType', type, leakTypes[type].label)

/** The description of a kind of leak in one sentence. */
export const leakTypeAbout = (type: LeakType): string => nameOf('leakTypeAbout', type, leakTypes[type].about)

export const urlTypeName = (type: UrlType): string => nameOf('urlType', type, urlTypes[type])

export const passwordKindName = (kind: PasswordKind): string => nameOf('passwordKind', kind, passwordKinds[kind])
