/** The desk as a server serves it. */
import { startDesk } from "./start-desk.tsx";

startDesk();
