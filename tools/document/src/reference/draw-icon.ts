/** A small mark for the tab; without one a browser asks for /favicon.ico and reports that it is missing. */
export function drawIcon(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="7" fill="#0f766e"/>
  <path d="M7 21l6-7 5 4 7-9" fill="none" stroke="#fff" stroke-width="3" stroke-linejoin="round"/>
</svg>
`;
}
