interface ImportMetaEnv {
  /** The service that the app talks to; without it, the broker in the page. */
  readonly VITE_OMS_URL?: string;
}
